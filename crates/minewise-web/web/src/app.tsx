/** The frame around every page: the navigation, and the page for the current address. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";

import { AnalysePage } from "./pages/analyse";
import { GamesPage } from "./pages/games";
import { LabPage } from "./pages/lab";
import { PlayPage } from "./pages/play";
import { PuzzlesPage } from "./pages/puzzles";
import { ReviewPage } from "./pages/review";
import { SettingsPage } from "./pages/settings";
import { WatchPage } from "./pages/watch";
import { ZooPage } from "./pages/zoo";
import { followLink, useLocation } from "./router";
import { useTheme } from "./settings";

const PAGES = [
  { path: "/", title: "Play" },
  { path: "/analyse", title: "Analyse" },
  { path: "/watch", title: "Watch" },
  { path: "/games", title: "Games" },
  { path: "/puzzles", title: "Puzzles" },
  { path: "/zoo", title: "Players" },
  { path: "/lab", title: "Lab" },
  { path: "/settings", title: "Settings" },
];

export function App() {
  const { path } = useLocation();
  useTheme();
  const current = PAGES.find((page) => page.path === sectionOf(path));
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the navigation is wider than the screen.
    const link = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (!nav.current || !link) return;
    nav.current.scrollLeft = link.offsetLeft - nav.current.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  document.title = current && current.path !== "/" ? `${current.title} · Minewise` : "Minewise";
  return (
    <div class="frame" onClick={followLink}>
      <a class="skip" href="#main" onClick={skipToContent}>
        Skip to content
      </a>
      <header class="top">
        <a class="brand" href="/">
          <img src="/icon.svg" alt="" width="24" height="24" />
          Minewise
        </a>
        <nav aria-label="Pages" ref={nav}>
          {PAGES.map((page) => (
            <a href={page.path} aria-current={page === current ? "page" : undefined}>
              {page.title}
            </a>
          ))}
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {pageOf(path)}
      </main>
    </div>
  );
}

/** Moves the focus without following the link: the address may hold a position after its `#`. */
function skipToContent(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/** The path of the navigation entry that is highlighted for a path. */
function sectionOf(path: string): string {
  if (path.startsWith("/play/")) return "/";
  if (path.startsWith("/review/")) return "/games";
  return path;
}

function pageOf(path: string): ComponentChildren {
  const [, section, id] = path.split("/");
  switch (section) {
    case "":
      return <PlayPage id={null} />;
    case "play":
      return <PlayPage id={id ?? null} />;
    case "analyse":
      return <AnalysePage />;
    case "watch":
      return <WatchPage />;
    case "games":
      return <GamesPage />;
    case "review":
      return <ReviewPage key={id} id={id ?? ""} />;
    case "puzzles":
      return <PuzzlesPage />;
    case "zoo":
      return <ZooPage />;
    case "lab":
      return <LabPage />;
    case "settings":
      return <SettingsPage />;
    default:
      return (
        <div class="page">
          <h1>Page not found</h1>
          <p>
            <a href="/">Play a game instead</a>
          </p>
        </div>
      );
  }
}
