import { expect, test } from "vitest";

import { ApiError } from "../api";
import { asSentence, sentenceOf } from "./use-load";

test.each([
  ["no layout fits the view", "No layout fits the view."],
  ["Is it still running?", "Is it still running?"],
  ["stopped!", "Stopped!"],
  ["9x9 is not a player", "9x9 is not a player."],
])("%j becomes the sentence %j", (text, sentence) => {
  expect(asSentence(text)).toBe(sentence);
});

test("an error of the server is shown with its own message", () => {
  expect(sentenceOf(new ApiError(404, { error: "there is no such game" }))).toBe("There is no such game.");
});

test("another error is shown as one of the page", () => {
  expect(sentenceOf(new TypeError("x is undefined"))).toBe(
    "Something went wrong on this page: TypeError: x is undefined.",
  );
});
