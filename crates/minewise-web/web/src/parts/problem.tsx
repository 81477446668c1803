/** What went wrong, near what caused it. */

export function Problem({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
