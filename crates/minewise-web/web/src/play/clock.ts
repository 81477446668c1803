/** The clock of a game. It stops while the page is hidden. */

export class Clock {
  private since: number | null = null;
  private isOn = false;

  /** `elapsed` is the time that the game has taken so far, in milliseconds. */
  constructor(private elapsed: number) {
    document.addEventListener("visibilitychange", this.update);
  }

  /** The time so far, in milliseconds. */
  get ms(): number {
    const running = this.since === null ? 0 : performance.now() - this.since;
    return Math.round(this.elapsed + running);
  }

  start(): void {
    this.isOn = true;
    this.update();
  }

  stop(): void {
    this.isOn = false;
    this.update();
  }

  /** Stops at the time that the server has recorded. */
  stopAt(elapsed: number): void {
    this.stop();
    this.elapsed = elapsed;
  }

  /** Stops the clock and its listener. */
  destroy(): void {
    this.stop();
    document.removeEventListener("visibilitychange", this.update);
  }

  private readonly update = () => {
    const isRunning = this.isOn && !document.hidden;
    if (isRunning === (this.since !== null)) return;
    this.elapsed = this.ms;
    this.since = isRunning ? performance.now() : null;
  };
}
