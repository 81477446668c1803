/** Scenes of boards for unit tests. */

import type { Scene } from "../board/scene";
import { parseView } from "../view";

export function sceneOf(view: string, parts: Partial<Scene> = {}): Scene {
  const none = new Set<number>();
  const empty = {
    risk: null,
    labels: new Map(),
    safe: none,
    mines: none,
    marks: new Map(),
    layout: null,
    pending: none,
  };
  return { view: parseView(view), ...empty, ...parts };
}
