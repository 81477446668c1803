//! Work shared out among threads, and the choice of what to learn from where not all can be kept.

use minewise::num::fnv1a;
use minewise::{Rng, Seed};

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

/// Draws `n_kept` items by chance, each as likely as it was seen often, and always the same ones; they are handed back in the
/// order in which they came.
///
/// Every item waits for a time that is drawn for it, the shorter the more often it was seen, and the first to come are kept
/// (Efraimidis and Spirakis 2006).
pub(crate) fn drawn<T>(
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
    fn results_stand_in_order_whoever_did_the_work() {
        for n_threads in [0, 1, 3, 20] {
            assert_eq!(in_parallel(7, n_threads, |item| item * item), [0, 1, 4, 9, 16, 25, 36]);
        }
        assert!(in_parallel(0, 4, |item| item).is_empty());
    }

    #[test]
    fn what_was_seen_often_is_drawn_often() {
        let items: Vec<(usize, u64)> =
            (0..1000).map(|idx| (idx, if idx % 10 == 0 { 90 } else { 10 })).collect();
        let draw = |n_kept| drawn(items.clone(), n_kept, |item| item.1, |item| item.0.to_string());
        let kept = draw(100);
        let n_often = kept.iter().filter(|item| item.1 == 90).count();
        assert!((30..70).contains(&n_often) && kept.len() == 100 && kept.is_sorted(), "{n_often}");
        assert_eq!((draw(100), draw(2000).len()), (kept, 1000));
    }
}
