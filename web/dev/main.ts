// A page for who works on the board and the hand: `npm run dev`, then /dev.html#NAME of a frame in `made/`.
import "../src/theme.css";

import { mount } from "svelte";

import Dev from "./Dev.svelte";

mount(Dev, { target: document.getElementById("app")! });
