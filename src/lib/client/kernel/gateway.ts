/** Proxies answer so for a server that they don't reach, those of Cloudflare with 52x. */
export const isGateway = (status: number) => status === 502 || status === 503 || status === 504 || (status >= 520 && status <= 530);
