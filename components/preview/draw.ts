let drawings = 0;

/**
 * Has the route at `action` draw a draft into `screen`. Each drawing is loaded in another frame, which replaces the
 * previous one once it is loaded. So nothing flickers, the page keeps its scroll position, and the browser's history
 * stays unchanged.
 */
export function draw(screen: HTMLElement, action: string, title: string, draft: string): void {
  const frame = document.createElement("iframe");
  frame.name = `preview-${++drawings}`;
  frame.title = title;
  screen.append(frame);
  frame.onload = () => {
    // The browser's error page for a server that cannot be reached.
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
