//! Measures the work of listing all layouts, by the order of the cells (Sebag & Teytaud 2012 list the least constrained
//! ones first).

use minewise_coach::Problem;
use minewise_players::{ListingCost, Order};

use super::walk::GameWalk;
use super::{Distribution, OrderRow};

/// The maximum number of partial layouts visited for one view.
const MOST_STEPS: u64 = 10_000_000;

/// The orders, with their names in records.
const ORDERS: [(Order, &str); 3] =
    [(Order::Beside, "beside"), (Order::LeastConstrained, "least"), (Order::MostConstrained, "most")];

/// Returns a row for each order. Uses views where no cell is certainly safe.
pub(super) fn rows(walk: &GameWalk<'_>) -> Result<Option<Vec<OrderRow>>, Problem> {
    let is_guess: &super::walk::IsWanted =
        &|position, _| position.census().is_ok_and(|census| census.safe().next().is_none());
    let found =
        walk.measure(is_guess, &|view, _| ORDERS.map(|(order, _)| ListingCost::of(view, order, MOST_STEPS)))?;
    let Some(found) = found else { return Ok(None) };
    let row = |(idx, (_, name)): (usize, (Order, &str))| {
        let listings = || found.iter().filter_map(|listings| listings[idx]);
        OrderRow {
            rules: walk.rules.to_string(),
            order: name.to_owned(),
            views: found.len() as u64,
            unlisted: found.len() as u64 - listings().count() as u64,
            layouts: listings().map(|listing| listing.n_layouts).sum(),
            steps: Distribution::of(listings().map(|listing| listing.n_steps as f64)),
        }
    };
    Ok(Some(ORDERS.into_iter().enumerate().map(row).collect()))
}
