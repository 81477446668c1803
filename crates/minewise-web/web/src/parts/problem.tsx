/** An error message; nothing if there is no error. */

export function Problem({ text }: { text: string | null | undefined }) {
  if (!text) return null;
  return (
    <p class="problem" role="alert">
      {text}
    </p>
  );
}
