//! Makes the description of the API more precise than the derived one.

use utoipa::openapi::schema::{AdditionalProperties, Schema, SchemaType, Type};
use utoipa::openapi::{OpenApi, RefOr};

/// Marks the nullable fields of answers as required.
///
/// The descriptions are derived from types, where a nullable field counts as optional. In answers, a nullable field is
/// always present; only fields that are never null can be absent. Requests are recognised by refusing unknown fields;
/// their nullable fields stay optional.
pub(super) fn require_nullable_fields(description: &mut OpenApi) {
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
