//! What listing all layouts takes, by the order of the cells (000: least constrained ones first).

use minewise_coach::Problem;
use minewise_players::{Listing, Order};

use super::walk::Walk;
use super::{Distribution, OrderRow};

/// The most partial layouts that are looked at for one view.
const MOST_STEPS: u64 = 10_000_000;

/// The orders, as they are named in reports.
const ORDERS: [(Order, &str); 3] =
    [(Order::Beside, "beside"), (Order::LeastConstrained, "least"), (Order::MostConstrained, "most")];

/// A row for each of the orders. Views are looked at where no cell is certainly safe.
pub(super) fn rows(walk: &Walk<'_>) -> Result<Option<Vec<OrderRow>>, Problem> {
    let is_guess: &super::walk::IsWanted =
        &|position, _| position.census().is_ok_and(|census| census.safe().next().is_none());
    let found =
        walk.measure(is_guess, &|view, _| ORDERS.map(|(order, _)| Listing::of(view, order, MOST_STEPS)))?;
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
