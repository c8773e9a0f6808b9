// What the scripts of the package may rely on, for the type check only.

interface Window {
  game: any;
  viewer: any;
}
// Whoever has the focus is an element of ours: it has a dataset and may be a button.
interface Element {
  readonly dataset: DOMStringMap;
  disabled?: boolean;
}
