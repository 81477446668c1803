//! Convolutions of 3x3 cells, fast enough to play by: plain loops that compilers turn into vector instructions.

/// Cells that are computed side by side.
const SIDE_BY_SIDE: usize = 4;
/// Outputs of a cell that are computed together.
const TOGETHER: usize = 8;

/// Numbers of cells, with a border around the grid: zeros, or what lies on the other side where edges are joined.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    width: usize,
    height: usize,
    n_channels: usize,
    wraps: bool,
    /// The cells of a row with its border, and some more so that rows can be taken in steps.
    stride: usize,
    values: Vec<f32>,
}

impl Sheet {
    /// The sheet of a grid's numbers, cell by cell.
    pub(super) fn new(width: usize, height: usize, n_channels: usize, wraps: bool, cells: &[f32]) -> Sheet {
        let mut sheet = Sheet::blank(width, height, n_channels, wraps);
        for (cell, values) in cells.chunks_exact(n_channels).enumerate() {
            let start = sheet.start(cell / width + 1, cell % width + 1);
            sheet.values[start..start + n_channels].copy_from_slice(values);
        }
        sheet.mend_border();
        sheet
    }

    fn blank(width: usize, height: usize, n_channels: usize, wraps: bool) -> Sheet {
        let stride = width.next_multiple_of(SIDE_BY_SIDE) + 2;
        Sheet {
            width,
            height,
            n_channels,
            wraps,
            stride,
            values: vec![0.0; stride * (height + 2) * n_channels],
        }
    }

    /// Where the numbers of a cell begin, its row and column counted from the border.
    fn start(&self, row: usize, col: usize) -> usize {
        (row * self.stride + col) * self.n_channels
    }

    /// The numbers of the grid's cells, in their order.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[f32]> + '_ {
        (0..self.width * self.height).map(|cell| {
            let start = self.start(cell / self.width + 1, cell % self.width + 1);
            &self.values[start..start + self.n_channels]
        })
    }

    /// Adds the numbers of another sheet of the same sizes.
    pub(super) fn add(&mut self, other: &Sheet) {
        for (value, more) in self.values.iter_mut().zip(&other.values) {
            *value += more;
        }
    }

    /// Makes the border what it must be, after something was computed there too.
    pub(super) fn mend_border(&mut self) {
        let (width, height, n_channels) = (self.width, self.height, self.n_channels);
        for row in 0..height + 2 {
            for col in 0..self.stride {
                let is_border = row == 0 || row > height || col == 0 || col > width;
                if !is_border {
                    continue;
                }
                let to = self.start(row, col);
                if self.wraps && col <= width + 1 {
                    let from = self.start((row + height - 1) % height + 1, (col + width - 1) % width + 1);
                    self.values.copy_within(from..from + n_channels, to);
                } else {
                    self.values[to..to + n_channels].fill(0.0);
                }
            }
        }
    }
}

/// A layer: every output is a weighted sum over the 3x3 cells around, cut off below 0.
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    n_inputs: usize,
    n_outputs: usize,
    /// Eight outputs at a time: for each of the nine cells, for each input, their weights. The last outputs are padding
    /// if there are not eight of them.
    weights: Vec<f32>,
    offsets: Vec<f32>,
}

impl Convolution {
    /// The layer of weights `[out][in][row][col]` and an offset for each output.
    pub(super) fn new(weights: &[f32], offsets: &[f32]) -> Convolution {
        let n_outputs = offsets.len();
        let n_inputs = weights.len() / (9 * n_outputs);
        let n_blocks = n_outputs.div_ceil(TOGETHER);
        let mut packed = Vec::with_capacity(n_blocks * 9 * n_inputs * TOGETHER);
        for first in (0..n_outputs).step_by(TOGETHER) {
            for around in 0..9 {
                for input in 0..n_inputs {
                    let weight = |output: usize| weights[(output * n_inputs + input) * 9 + around];
                    packed.extend(
                        (first..first + TOGETHER).map(
                            |output| {
                                if output < n_outputs { weight(output) } else { 0.0 }
                            },
                        ),
                    );
                }
            }
        }
        let mut offsets = offsets.to_vec();
        offsets.resize(n_blocks * TOGETHER, 0.0);
        Convolution { n_inputs, n_outputs, weights: packed, offsets }
    }

    /// The outputs for a sheet; its border is not mended yet.
    pub(super) fn apply(&self, inputs: &Sheet) -> Sheet {
        let mut outputs = Sheet::blank(inputs.width, inputs.height, self.n_outputs, inputs.wraps);
        let blocks = self.weights.chunks_exact(9 * self.n_inputs * TOGETHER);
        for (block, weights) in blocks.enumerate() {
            let first = block * TOGETHER;
            let n_real = TOGETHER.min(self.n_outputs - first);
            let offsets: [f32; TOGETHER] = std::array::from_fn(|output| self.offsets[first + output]);
            for row in 1..=inputs.height {
                for col in (1..=inputs.width).step_by(SIDE_BY_SIDE) {
                    let sums = self.sums(inputs, row, col, weights, offsets);
                    for (beside, sums) in sums.iter().enumerate() {
                        let start = outputs.start(row, col + beside) + first;
                        for (value, sum) in outputs.values[start..start + n_real].iter_mut().zip(sums) {
                            *value = sum.max(0.0);
                        }
                    }
                }
            }
        }
        outputs
    }

    /// Eight outputs of four cells side by side.
    #[inline]
    fn sums(
        &self,
        inputs: &Sheet,
        row: usize,
        col: usize,
        weights: &[f32],
        offsets: [f32; TOGETHER],
    ) -> [[f32; TOGETHER]; SIDE_BY_SIDE] {
        let n_inputs = self.n_inputs;
        let mut sums = [offsets; SIDE_BY_SIDE];
        for (around, weights) in weights.chunks_exact(n_inputs * TOGETHER).enumerate() {
            let start = inputs.start(row + around / 3 - 1, col + around % 3 - 1);
            let cells = &inputs.values[start..start + SIDE_BY_SIDE * n_inputs];
            let (one, rest) = cells.split_at(n_inputs);
            let (two, rest) = rest.split_at(n_inputs);
            let (three, four) = rest.split_at(n_inputs);
            let columns = one.iter().zip(two).zip(three).zip(four);
            for ((((one, two), three), four), weights) in columns.zip(weights.chunks_exact(TOGETHER)) {
                for (sums, input) in sums.iter_mut().zip([one, two, three, four]) {
                    for (sum, weight) in sums.iter_mut().zip(weights) {
                        *sum += input * weight;
                    }
                }
            }
        }
        sums
    }
}
