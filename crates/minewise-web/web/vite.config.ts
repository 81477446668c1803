import { defineConfig } from "vite";

// `npm run dev` serves the page with changes at once; the program itself answers the API.
export default defineConfig({
  server: { proxy: { "/api": "http://127.0.0.1:6463", "/reports": "http://127.0.0.1:6463" } },
  build: { target: "es2023", modulePreload: { polyfill: false } },
});
