import { type PointerEvent, type RefObject, useRef, useState } from "react";

interface Drag {
  from: number;
  /** The index it would get if dropped now. */
  to: number;
  /** The dragged distance in pixels. */
  by: number;
}

/**
 * Lets users drag the children of `list` to another place by mouse, pen or finger. Spread `grip(index)` on the
 * handle and `shift(index)` on the child.
 */
export function useSortable(list: RefObject<HTMLElement | null>, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef(0);

  const grip = (index: number) => ({
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.preventDefault();
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = event.pageY;
      setDrag({ from: index, to: index, by: 0 });
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag || !list.current) return;
      const to = placeAt(list.current, drag.from, event.clientY);
      setDrag({ from: drag.from, to, by: event.pageY - start.current });
      scrollAtEdge(event.clientY);
    },
    onPointerUp: (event: PointerEvent) => {
      setDrag(null);
      if (!drag || !list.current) return;
      // State may lag behind the last pointer event.
      const to = placeAt(list.current, drag.from, event.clientY);
      if (to !== drag.from) move(drag.from, to);
    },
    onPointerCancel: () => setDrag(null),
  });

  return { grip, shift: (index: number) => (drag ? shiftOf(index, drag, list.current) : {}) };
}

/** The number of other children above a vertical position in the window. */
function placeAt(list: HTMLElement, from: number, clientY: number): number {
  const { top } = list.getBoundingClientRect();
  const others = ([...list.children] as HTMLElement[]).filter((_, index) => index !== from);
  // Layout positions, because children that make room are drawn shifted.
  return others.filter(({ offsetTop, offsetHeight }) => top + offsetTop - list.offsetTop + offsetHeight / 2 < clientY)
    .length;
}

/** The dragged child follows the pointer, and the children it passes make room. */
function shiftOf(index: number, { from, to, by }: Drag, list: HTMLElement | null) {
  if (index === from) return { "data-dragged": true, style: { transform: `translateY(${by}px)` } };
  const passed = index > from ? index <= to && -1 : index >= to && 1;
  if (!passed || !list) return { style: { transform: "none" } };
  const room = (list.children[from] as HTMLElement).offsetHeight + Number.parseFloat(getComputedStyle(list).rowGap);
  return { style: { transform: `translateY(${passed * room}px)` } };
}

function scrollAtEdge(clientY: number): void {
  const edge = 90;
  if (clientY < edge) window.scrollBy(0, -12);
  if (clientY > window.innerHeight - edge) window.scrollBy(0, 12);
}
