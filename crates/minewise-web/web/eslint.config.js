// Rules for the source of the page, its end-to-end tests and its configuration. `npm run lint` allows no warnings.

import js from "@eslint/js";
import { defineConfig, globalIgnores } from "eslint/config";
import reactHooks from "eslint-plugin-react-hooks";
import globals from "globals";
import tseslint from "typescript-eslint";

export default defineConfig(
  globalIgnores(["dist", "dist.new", "src/openapi.ts"]),
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true } },
    // Props and hooks pass functions around. As properties they are checked strictly, and do not depend on `this`.
    rules: { "@typescript-eslint/method-signature-style": "error" },
  },
  {
    // Preact's hooks follow the same rules as React's.
    files: ["src/**"],
    plugins: { "react-hooks": reactHooks },
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    // Functions passed to `page.evaluate` run in the browser.
    files: ["e2e/**"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
