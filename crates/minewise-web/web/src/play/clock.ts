/** The clock of a game. It stands still while the page is hidden. */

export class Clock {
  private since: number | null = null;
  private isOn = false;

  /** `elapsed` is how long the game has taken so far, in milliseconds. */
  constructor(private elapsed: number) {
    document.addEventListener("visibilitychange", this.look);
  }

  get ms(): number {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return Math.round(this.elapsed + running);
  }

  start(): void {
    this.isOn = true;
    this.look();
  }

  stop(): void {
    this.isOn = false;
    this.look();
  }

  /** Stops, and shows the time that the server has. */
  stopAt(elapsed: number): void {
    this.stop();
    this.elapsed = elapsed;
  }

  /** Stops for good. */
  destroy(): void {
    this.stop();
    document.removeEventListener("visibilitychange", this.look);
  }

  private readonly look = () => {
    const runs = this.isOn && !document.hidden;
    if (runs === (this.since !== null)) return;
    this.elapsed = this.ms;
    this.since = runs ? performance.now() : null;
  };
}
