import type { APIRoute } from 'astro';
import { BUILD_ID, BUILD_TIMESTAMP } from '../../lib/build.ts';

/** What open pages compare their own build with. */
export const prerender = true;

export const GET: APIRoute = () => Response.json({ id: BUILD_ID, timestamp: BUILD_TIMESTAMP });
