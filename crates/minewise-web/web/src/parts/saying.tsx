/** What a player says of its choice: `search reveals 0,26: it has the best chance to win.` */

/** What it does stands out from why. */
export function Saying({ text }: { text: string }) {
  const colon = text.indexOf(": ");
  if (colon < 0) return <p class="saying">{text}</p>;
  return (
    <p class="saying">
      <strong>{text.slice(0, colon + 1)}</strong>
      {text.slice(colon + 1)}
    </p>
  );
}
