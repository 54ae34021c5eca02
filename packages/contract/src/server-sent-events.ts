// The text/event-stream format, read from a fetch response.

export type ServerSentEvent = Readonly<{ id: string; event: string; data: string }>;

/** Also yields messages without data: they move the position on, and show that the connection lives. */
export async function* serverSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let id = "";
  let event = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split(/\r\n|\n|\r/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "") {
          yield { id, event: event || "message", data: data.join("\n") };
          event = "";
          data = [];
          continue;
        }
        const [field, content] = fieldOf(line);
        if (field === "id") id = content;
        else if (field === "event") event = content;
        else if (field === "data") data.push(content);
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function fieldOf(line: string): [name: string, content: string] {
  const colon = line.indexOf(":");
  if (colon === -1) return [line, ""];
  return [line.slice(0, colon), line.slice(colon + (line[colon + 1] === " " ? 2 : 1))];
}
