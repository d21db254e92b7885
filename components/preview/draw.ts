let drawings = 0;

/**
 * Has the route at `action` draw a draft into `screen`. Each drawing has a frame of its own, which takes the place of the
 * one before once it is there: so nothing flickers, the page stays where it is scrolled to, and the browser's back button
 * knows nothing of it.
 */
export function draw(screen: HTMLElement, action: string, title: string, draft: string): void {
  const frame = document.createElement("iframe");
  frame.name = `preview-${++drawings}`;
  frame.title = title;
  screen.append(frame);
  frame.onload = () => {
    // The browser's own page about a server that cannot be reached.
    if (!frame.contentDocument) return frame.remove();
    frame.contentWindow?.scrollTo(0, scrollOf(screen.firstElementChild));
    while (frame.previousElementSibling) frame.previousElementSibling.remove();
  };

  const form = document.createElement("form");
  Object.assign(form, { method: "post", action, target: frame.name, hidden: true });
  const field = document.createElement("input");
  Object.assign(field, { name: "draft", value: draft });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}

const scrollOf = (frame: Element | null) => (frame instanceof HTMLIFrameElement && frame.contentWindow?.scrollY) || 0;
