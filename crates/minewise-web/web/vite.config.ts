import { defineConfig } from "vite";

// `npm run dev` shows changes of the page at once; a running `minewise serve` answers the API.
const target = "http://127.0.0.1:6463";
const proxy = { target, changeOrigin: true, headers: { origin: target } };

export default defineConfig({
  server: { proxy: { "/api": proxy, "/reports": proxy } },
  build: { target: "es2023", modulePreload: { polyfill: false } },
});
