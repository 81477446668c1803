/** The page of settings, which are saved in this browser. */

import type { ComponentChildren } from "preact";

import { CoachModes } from "../parts/coach";
import { PlayerPicker } from "../parts/player-picker";
import { Segments } from "../parts/segments";
import { changeSettings, defaultSettings, LONG_PRESS_MS, useSettings } from "../settings";
import type { Settings, Theme } from "../settings";
import { KeysForm } from "../settings/keys-form";
import "../styles/settings.css";

const THEMES: { value: Theme; text: string }[] = [
  { value: "system", text: "System" },
  { value: "light", text: "Light" },
  { value: "dark", text: "Dark" },
];

const CELL_SIZES = [16, 20, 24, 28, 32, 36, 40, 48, 56];

export function SettingsPage() {
  const settings = useSettings();
  return (
    <div class="page settings">
      <h1>Settings</h1>
      <p class="muted">Settings are saved in this browser and take effect immediately.</p>
      <div class="settings-columns">
        <div>
          <Appearance settings={settings} />
          <Playing settings={settings} />
          <Coach settings={settings} />
        </div>
        <Group title="Keyboard">
          <KeysForm keys={settings.keys} />
        </Group>
      </div>
      <button type="button" onClick={() => changeSettings(defaultSettings())}>
        Reset all settings
      </button>
    </div>
  );
}

function Group({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="panel settings-group">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Appearance({ settings }: { settings: Settings }) {
  return (
    <Group title="Appearance">
      <Segments
        label="Theme"
        options={THEMES}
        value={settings.theme}
        onChange={(theme) => changeSettings({ theme })}
      />
      <label class="field">
        Cell size
        <select
          value={settings.cellSize ?? ""}
          onChange={({ currentTarget: { value } }) =>
            changeSettings({ cellSize: value === "" ? null : Number(value) })
          }
        >
          <option value="">Fit the page</option>
          {CELL_SIZES.map((size) => (
            <option value={size}>{size} pixels</option>
          ))}
        </select>
      </label>
      <Switch
        text="Show the risk on cells in percent"
        isOn={settings.showPercent}
        onChange={(showPercent) => changeSettings({ showPercent })}
      />
    </Group>
  );
}

function Playing({ settings }: { settings: Settings }) {
  return (
    <Group title="Playing">
      <Switch
        text="Clicking or tapping a number reveals the cells around it (chording)"
        isOn={settings.chordByClick}
        onChange={(chordByClick) => changeSettings({ chordByClick })}
      />
      <label class="field">
        <span>Long press: {settings.longPressMs} milliseconds</span>
        <input
          type="range"
          min={LONG_PRESS_MS.min}
          max={LONG_PRESS_MS.max}
          step={50}
          value={settings.longPressMs}
          onInput={(event) => changeSettings({ longPressMs: event.currentTarget.valueAsNumber })}
        />
      </label>
    </Group>
  );
}

function Coach({ settings }: { settings: Settings }) {
  return (
    <Group title="Coach">
      <CoachModes value={settings.coach} onChange={(coach) => changeSettings({ coach })} />
      <PlayerPicker
        label="Player that chooses the best move"
        value={settings.coachPlayer}
        onChange={(coachPlayer) => changeSettings({ coachPlayer })}
      />
    </Group>
  );
}

function Switch({
  text,
  isOn,
  onChange,
}: {
  text: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}) {
  return (
    <label class="switch">
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {text}
    </label>
  );
}
