import { page } from "../tests/browser";

import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Clock } from "./clock";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  page.hidden = false;
  vi.useRealTimers();
});

/** Hides the page, or shows it again. */
function setHidden(isHidden: boolean): void {
  page.hidden = isHidden;
  page.visibilityChanged();
}

test("a clock runs from its start to its stop, beginning with the time so far", () => {
  const clock = new Clock(5000);
  vi.advanceTimersByTime(100);
  clock.start();
  vi.advanceTimersByTime(250);
  expect(clock.ms).toBe(5250);
  clock.stop();
  vi.advanceTimersByTime(1000);
  expect(clock.ms).toBe(5250);
});

test("starting a running clock again changes nothing", () => {
  const clock = new Clock(0);
  clock.start();
  vi.advanceTimersByTime(70);
  clock.start();
  vi.advanceTimersByTime(30);
  expect(clock.ms).toBe(100);
});

test("time while the page is hidden does not count", () => {
  const clock = new Clock(0);
  clock.start();
  vi.advanceTimersByTime(100);
  setHidden(true);
  vi.advanceTimersByTime(1000);
  setHidden(false);
  vi.advanceTimersByTime(10);
  expect(clock.ms).toBe(110);
});

test("a clock that was stopped while hidden stays stopped", () => {
  const clock = new Clock(0);
  clock.start();
  setHidden(true);
  clock.stop();
  setHidden(false);
  vi.advanceTimersByTime(50);
  expect(clock.ms).toBe(0);
});

test("at the end the time of the server is shown", () => {
  const clock = new Clock(0);
  clock.start();
  vi.advanceTimersByTime(80);
  clock.stopAt(77);
  vi.advanceTimersByTime(80);
  expect(clock.ms).toBe(77);
});

test("a destroyed clock does not start when the page is shown again", () => {
  const clock = new Clock(0);
  clock.start();
  clock.destroy();
  setHidden(true);
  setHidden(false);
  vi.advanceTimersByTime(50);
  expect(clock.ms).toBe(0);
});
