/** How a request is sent: by the browser, or inside the portal where it renders a page. */
export const transport: { fetch: (url: string, init: RequestInit) => Promise<Response> } = {
  fetch: (url, init) => fetch(url, init),
}
