import { defineConfig } from "vite";

// `npm run dev` serves the page and reloads it on every change. API requests go to a running `minewise serve`.
const target = "http://127.0.0.1:6463";
const proxy = { target, changeOrigin: true, headers: { origin: target } };

export default defineConfig({
  server: { proxy: { "/api": proxy, "/reports": proxy } },
  build: { target: "es2023", modulePreload: { polyfill: false } },
});
