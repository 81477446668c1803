/** A player's explanation of its choice: `search reveals 0,26: it has the best chance to win.` */

/** Shows what the player does, up to the colon, in bold. */
export function Explanation({ text }: { text: string }) {
  const colon = text.indexOf(": ");
  if (colon < 0) return <p class="explanation">{text}</p>;
  return (
    <p class="explanation">
      <strong>{text.slice(0, colon + 1)}</strong>
      {text.slice(colon + 1)}
    </p>
  );
}
