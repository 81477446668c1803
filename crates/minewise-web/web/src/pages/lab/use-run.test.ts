import { expect, test } from "vitest";

import { roughDuration } from "./use-run";

test.each([
  [0, "about a second"],
  [1.4, "about a second"],
  [1.6, "about 2 seconds"],
  [89.4, "about 89 seconds"],
  [90, "about 2 minutes"],
  [3600, "about 60 minutes"],
  [5400, "about 2 hours"],
  [36_000, "about 10 hours"],
])("%d seconds are %s", (seconds, words) => {
  expect(roughDuration(seconds)).toBe(words);
});
