import "../tests/browser";

import { expect, test } from "vitest";

import { parseView } from "../view";
import { withoutFlags } from "./use-coach";

test("the coach is asked about a view without its flags", () => {
  expect(withoutFlags(parseView("4x2/3:zero@hex F1../.F2*"))).toBe("4x2/3:zero@hex .1../..2*");
});
