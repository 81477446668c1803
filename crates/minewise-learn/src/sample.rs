//! Work shared out among threads, and the choice of what to learn from where not all can be kept.

use crate::model_file::hash;

/// Does `n_items` pieces of work on several threads; the results stand in the order of the pieces.
pub(crate) fn in_parallel<T: Send>(
    n_items: usize,
    n_threads: usize,
    work: impl Fn(usize) -> T + Sync,
) -> Vec<T> {
    let n_threads = n_threads.clamp(1, n_items.max(1));
    let work = &work;
    let shares: Vec<Vec<T>> = std::thread::scope(|scope| {
        let share = |thread: usize| {
            scope.spawn(move || (thread..n_items).step_by(n_threads).map(work).collect::<Vec<T>>())
        };
        let threads: Vec<_> = (0..n_threads).map(share).collect();
        threads.into_iter().map(|thread| thread.join().expect("no piece of work panics")).collect()
    });
    let mut shares: Vec<_> = shares.into_iter().map(Vec::into_iter).collect();
    (0..n_items).map(|item| shares[item % n_threads].next().expect("every piece was done")).collect()
}

/// The `n_kept` items that were seen most often, those seen alike in an order of chance that is always the same; they are
/// handed back in the order in which they came.
pub(crate) fn most_seen<T>(
    items: Vec<T>,
    n_kept: usize,
    count: impl Fn(&T) -> u64,
    letters: impl Fn(&T) -> String,
) -> Vec<T> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by_cached_key(|&idx| (u64::MAX - count(&items[idx]), hash(letters(&items[idx]).bytes())));
    let mut is_kept = vec![false; items.len()];
    for &idx in order.iter().take(n_kept) {
        is_kept[idx] = true;
    }
    items.into_iter().zip(is_kept).filter_map(|(item, kept)| kept.then_some(item)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_stand_in_order_whoever_did_the_work() {
        for n_threads in [0, 1, 3, 20] {
            assert_eq!(in_parallel(7, n_threads, |item| item * item), [0, 1, 4, 9, 16, 25, 36]);
        }
        assert!(in_parallel(0, 4, |item| item).is_empty());
    }

    #[test]
    fn what_was_seen_most_is_kept() {
        let items = vec![("a", 3), ("b", 1), ("c", 9), ("d", 4)];
        let kept = most_seen(items, 2, |item| item.1, |item| item.0.to_owned());
        assert_eq!(kept, [("c", 9), ("d", 4)]);
    }
}
