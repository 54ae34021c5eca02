import { expect, test } from "vitest";
import { svgOf } from "./svg.ts";

const picture = { title: "A <film>", description: "What happens", columns: 20, captions: ["a terminal"] };
const film = (...rows: string[][]) => ({
  frames: rows.map((pane, index) => ({ atMs: index * 1_000, panes: [pane] })),
  lengthMs: rows.length * 1_000,
});
const count = (svg: string, part: string) => svg.split(part).length - 1;

test("a row that does not change is written once and stands still", () => {
  const svg = svgOf(film(["same", "a"], ["same", "b"]), picture);
  expect(count(svg, ">same<")).toBe(1);
  expect(svg).not.toContain("@keyframes s0-0");
  expect(svg).toContain("@keyframes s0-1{0%{transform:translateY(0px)}50%{transform:translateY(-20px)}}");
});

test("a text that comes back is not written again", () => {
  const svg = svgOf(film(["a"], ["b"], ["a"], ["b"]), picture);
  expect([count(svg, ">a<"), count(svg, ">b<")]).toEqual([1, 1]);
});

test("without motion, the last frame is seen", () => {
  const svg = svgOf(film(["a"], ["b"], ["c"]), picture);
  expect(svg).toContain("#s0-0{transform:translateY(-40px)}");
  expect(svg).toContain("@media (prefers-reduced-motion:reduce){g{animation:none!important}}");
});

test("bars are drawn, words around them stay in their columns, and signs of XML are escaped", () => {
  const svg = svgOf(film(["a & b ██░ 50 %  now"]), picture);
  expect(svg).toContain('<text x="0" y="15" textLength="42">a &amp; b</text>');
  expect(svg).toContain('<rect class="full" x="50.4" y="4" width="16.8" height="12"/>');
  expect(svg).toContain('<rect class="rest" x="67.2" y="4" width="8.4" height="12"/>');
  expect(svg).toContain('<text x="84" y="15" textLength="33.6">50 %</text>');
  expect(svg).toContain('<text x="134.4" y="15" textLength="25.2">now</text>');
  expect(svg).toContain('<title id="title">A &lt;film&gt;</title>');
});
