// A script of its own, loaded for the first machine in space: what draws there is large.
import { openScene3d } from "../../shared/scene3d";

(globalThis as { lagrangiaSpace?: typeof openScene3d }).lagrangiaSpace = openScene3d;
