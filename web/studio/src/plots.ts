// Plots and what chooses them: loaded when they are first looked at.
export { PhasePlanes } from "./phase";
export { startPicker } from "../../shared/picker";
export { PlotStack } from "../../shared/plots";
