//! The description of the API, made as precise as the answers are.

use utoipa::openapi::schema::{AdditionalProperties, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr};

/// Marks as required what an answer always has, if only as null.
///
/// The messages derive their descriptions from their types, where a field that may be null counts as one that may be left
/// out. In answers nothing is left out but fields described as never null. Requests are told by their refusing of other
/// fields; there, what may be null may be left out.
pub(super) fn require_what_is_always_there(description: &mut OpenApi) {
    let Some(components) = &mut description.components else { return };
    for schema in components.schemas.values_mut() {
        require_all(schema);
    }
}

fn require_all(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            if matches!(object.additional_properties.as_deref(), Some(AdditionalProperties::FreeForm(false)))
            {
                return;
            }
            let nullable = object.properties.iter().filter(|(_, property)| is_nullable(property));
            let missing: Vec<String> = nullable
                .map(|(name, _)| name.clone())
                .filter(|name| !object.required.contains(name))
                .collect();
            object.required.extend(missing);
        }
        RefOr::T(Schema::AllOf(all)) => all.items.iter_mut().for_each(require_all),
        RefOr::T(Schema::OneOf(one)) => one.items.iter_mut().for_each(require_all),
        _ => {}
    }
}

/// Whether a property may be null.
fn is_nullable(property: &RefOr<Schema>) -> bool {
    let is_null = |types: &SchemaType| match types {
        SchemaType::Type(one) => *one == Type::Null,
        SchemaType::Array(types) => types.contains(&Type::Null),
        SchemaType::AnyValue => false,
    };
    match property {
        RefOr::T(Schema::Object(object)) => is_null(&object.schema_type),
        RefOr::T(Schema::Array(array)) => is_null(&array.schema_type),
        RefOr::T(Schema::OneOf(one_of)) => one_of.items.iter().any(is_nullable),
        _ => false,
    }
}
