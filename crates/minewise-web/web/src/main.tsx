import { render } from "preact";

// These styles must be imported before those of the components, which override them.
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./app";

const root = document.getElementById("app");
if (root) render(<App />, root);
