/** A line for each stored thing that cannot be read; nothing if there is none. */

import type { Damaged } from "../openapi";

export function DamagedList({ what, damaged }: { what: string; damaged: Damaged[] | undefined }) {
  if (!damaged || damaged.length === 0) return null;
  return (
    <div class="problem" role="alert">
      {damaged.map(({ id, error }) => (
        <p key={id}>
          The {what} {id} is not listed: {error}.
        </p>
      ))}
      <p>
        <code>minewise data export</code> saves everything that can still be read.
      </p>
    </div>
  );
}
