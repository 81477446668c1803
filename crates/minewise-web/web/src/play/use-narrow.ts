/** Returns whether the page is narrow, as on a phone. */

import { useEffect, useState } from "preact/hooks";

/** Must be the same as in the style sheets. */
const NARROW = "(max-width: 860px)";

export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(() => matchMedia(NARROW).matches);
  useEffect(() => {
    const query = matchMedia(NARROW);
    const listener = () => setNarrow(query.matches);
    query.addEventListener("change", listener);
    return () => query.removeEventListener("change", listener);
  }, []);
  return isNarrow;
}
