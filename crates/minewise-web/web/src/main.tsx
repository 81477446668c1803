import { render } from "preact";

// Before the parts of the page, whose own styles build on these.
import "./styles/tokens.css";
import "./styles/base.css";
import { App } from "./app";

const root = document.getElementById("app");
if (root) render(<App />, root);
