//! 3x3 convolutions, fast enough for playing: plain loops that compilers turn into vector instructions.

/// The number of neighbouring cells that are computed together.
const N_CELLS: usize = 4;
/// The number of outputs of a cell that are computed together.
const N_OUTPUTS: usize = 8;

/// The channels of all cells, with a border around the grid: zeros or, on a torus, the cells of the opposite edge.
#[derive(Clone, Debug)]
pub(super) struct FeatureMap {
    width: usize,
    height: usize,
    n_channels: usize,
    wraps: bool,
    /// The number of cells in a row, with its border and enough padding to process rows in steps of [`N_CELLS`].
    stride: usize,
    values: Vec<f32>,
}

impl FeatureMap {
    /// Creates the feature map of a grid from the channels of its cells, cell by cell.
    pub(super) fn new(
        width: usize,
        height: usize,
        n_channels: usize,
        wraps: bool,
        cells: &[f32],
    ) -> FeatureMap {
        let mut map = FeatureMap::blank(width, height, n_channels, wraps);
        for (cell, values) in cells.chunks_exact(n_channels).enumerate() {
            let start = map.start(cell / width + 1, cell % width + 1);
            map.values[start..start + n_channels].copy_from_slice(values);
        }
        map.fill_border();
        map
    }

    fn blank(width: usize, height: usize, n_channels: usize, wraps: bool) -> FeatureMap {
        let stride = width.next_multiple_of(N_CELLS) + 2;
        FeatureMap {
            width,
            height,
            n_channels,
            wraps,
            stride,
            values: vec![0.0; stride * (height + 2) * n_channels],
        }
    }

    /// The index of a cell's first channel; its row and column are counted from the border.
    fn start(&self, row: usize, col: usize) -> usize {
        (row * self.stride + col) * self.n_channels
    }

    /// The channels of the grid's cells, in their order.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[f32]> + '_ {
        (0..self.width * self.height).map(|cell| {
            let start = self.start(cell / self.width + 1, cell % self.width + 1);
            &self.values[start..start + self.n_channels]
        })
    }

    /// Adds the channels of another feature map of the same size.
    pub(super) fn add(&mut self, other: &FeatureMap) {
        for (value, more) in self.values.iter_mut().zip(&other.values) {
            *value += more;
        }
    }

    /// Restores the border, which computing rows in steps of [`N_CELLS`] partly overwrites.
    pub(super) fn fill_border(&mut self) {
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

/// A layer: every output is a weighted sum over the 3x3 cells around, cut off below 0 (ReLU).
#[derive(Clone, Debug)]
pub(super) struct Convolution {
    n_inputs: usize,
    n_outputs: usize,
    /// The weights in the order in which they are used: for each block of [`N_OUTPUTS`] outputs, for each of the nine
    /// cells, for each input, the weights of the block. The last block is padded with zeros.
    weights: Vec<f32>,
    offsets: Vec<f32>,
}

impl Convolution {
    /// Creates a layer from weights `[out][in][row][col]` and an offset for each output.
    pub(super) fn new(weights: &[f32], offsets: &[f32]) -> Convolution {
        let n_outputs = offsets.len();
        let n_inputs = weights.len() / (9 * n_outputs);
        let n_blocks = n_outputs.div_ceil(N_OUTPUTS);
        let mut packed = Vec::with_capacity(n_blocks * 9 * n_inputs * N_OUTPUTS);
        for first in (0..n_outputs).step_by(N_OUTPUTS) {
            for around in 0..9 {
                for input in 0..n_inputs {
                    let weight = |output: usize| weights[(output * n_inputs + input) * 9 + around];
                    packed.extend(
                        (first..first + N_OUTPUTS).map(
                            |output| {
                                if output < n_outputs { weight(output) } else { 0.0 }
                            },
                        ),
                    );
                }
            }
        }
        let mut offsets = offsets.to_vec();
        offsets.resize(n_blocks * N_OUTPUTS, 0.0);
        Convolution { n_inputs, n_outputs, weights: packed, offsets }
    }

    /// Computes the outputs for a feature map. The border of the result is not filled yet.
    pub(super) fn apply(&self, inputs: &FeatureMap) -> FeatureMap {
        let mut outputs = FeatureMap::blank(inputs.width, inputs.height, self.n_outputs, inputs.wraps);
        let blocks = self.weights.chunks_exact(9 * self.n_inputs * N_OUTPUTS);
        for (block, weights) in blocks.enumerate() {
            let first = block * N_OUTPUTS;
            let n_used = N_OUTPUTS.min(self.n_outputs - first);
            let offsets: [f32; N_OUTPUTS] = std::array::from_fn(|output| self.offsets[first + output]);
            for row in 1..=inputs.height {
                for col in (1..=inputs.width).step_by(N_CELLS) {
                    let sums = self.sums(inputs, row, col, weights, offsets);
                    for (beside, sums) in sums.iter().enumerate() {
                        let start = outputs.start(row, col + beside) + first;
                        for (value, sum) in outputs.values[start..start + n_used].iter_mut().zip(sums) {
                            *value = sum.max(0.0);
                        }
                    }
                }
            }
        }
        outputs
    }

    /// Computes a block of outputs for [`N_CELLS`] neighbouring cells.
    // The inputs of the four cells are split by hand so that the inner loops have fixed lengths, which compilers
    // vectorise.
    #[inline]
    fn sums(
        &self,
        inputs: &FeatureMap,
        row: usize,
        col: usize,
        weights: &[f32],
        offsets: [f32; N_OUTPUTS],
    ) -> [[f32; N_OUTPUTS]; N_CELLS] {
        let n_inputs = self.n_inputs;
        let mut sums = [offsets; N_CELLS];
        for (around, weights) in weights.chunks_exact(n_inputs * N_OUTPUTS).enumerate() {
            let start = inputs.start(row + around / 3 - 1, col + around % 3 - 1);
            let cells = &inputs.values[start..start + N_CELLS * n_inputs];
            let (one, rest) = cells.split_at(n_inputs);
            let (two, rest) = rest.split_at(n_inputs);
            let (three, four) = rest.split_at(n_inputs);
            let columns = one.iter().zip(two).zip(three).zip(four);
            for ((((one, two), three), four), weights) in columns.zip(weights.chunks_exact(N_OUTPUTS)) {
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
