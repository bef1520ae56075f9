import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

// The page is built into the Python package; while it is worked on, `npm run dev` asks a server that runs beside it.
export default defineConfig({
  plugins: [svelte()],
  build: { outDir: "../src/fireteam/server/static", emptyOutDir: true, assetsInlineLimit: 0, target: "es2022" },
  server: { proxy: { "/api": { target: "http://127.0.0.1:8420", ws: true } } },
});
