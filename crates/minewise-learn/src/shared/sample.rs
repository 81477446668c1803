//! Parallel work on several threads, and weighted random samples.

use minewise::num::fnv1a;
use minewise::{Rng, Seed};

/// Does `n_items` pieces of work on several threads, and returns the results in the order of the pieces.
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

/// Draws `n_kept` of the items at random without replacement, with probabilities in proportion to their counts. Equal
/// items always give the same sample, in the order of the items.
///
/// Every item gets a random waiting time, shorter the larger its count, and the items with the shortest times are kept
/// (Efraimidis & Spirakis 2006). The randomness of an item comes from its `letters`, so it does not depend on the
/// others.
pub(crate) fn weighted_sample<T>(
    items: Vec<T>,
    n_kept: usize,
    count: impl Fn(&T) -> u64,
    letters: impl Fn(&T) -> String,
) -> Vec<T> {
    let wait = |item: &T| {
        let chance = Rng::new(Seed(fnv1a(letters(item).bytes()))).unit();
        -libm::log(1.0 - chance) / count(item) as f64
    };
    let waits: Vec<f64> = items.iter().map(wait).collect();
    let mut order: Vec<usize> = (0..items.len()).collect();
    order.sort_by(|&one, &other| waits[one].total_cmp(&waits[other]));
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
    fn results_are_in_order_whichever_thread_did_the_work() {
        for n_threads in [0, 1, 3, 20] {
            assert_eq!(in_parallel(7, n_threads, |item| item * item), [0, 1, 4, 9, 16, 25, 36]);
        }
        assert!(in_parallel(0, 4, |item| item).is_empty());
    }

    #[test]
    fn items_with_large_counts_are_drawn_often() {
        let items: Vec<(usize, u64)> =
            (0..1000).map(|idx| (idx, if idx % 10 == 0 { 90 } else { 10 })).collect();
        let draw = |n_kept| weighted_sample(items.clone(), n_kept, |item| item.1, |item| item.0.to_string());
        let kept = draw(100);
        let n_often = kept.iter().filter(|item| item.1 == 90).count();
        assert!((30..70).contains(&n_often) && kept.len() == 100 && kept.is_sorted(), "{n_often}");
        assert_eq!((draw(100), draw(2000).len()), (kept, 1000));
    }
}
