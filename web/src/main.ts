import "./theme.css";

import { mount } from "svelte";

import App from "./App.svelte";
import { dress } from "./settings.svelte";

dress();
mount(App, { target: document.getElementById("app")! });
