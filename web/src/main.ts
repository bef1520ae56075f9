import "./theme.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { applyTheme } from "./settings.svelte";

applyTheme();
mount(App, { target: document.getElementById("app")! });
