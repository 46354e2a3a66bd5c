/** The running build. */
export const BUILD_ID = import.meta.env.BUILD_ID;
/** Milliseconds since the epoch: SOURCE_DATE_EPOCH or the commit's time, so that a build can be repeated byte by byte. */
export const BUILD_TIMESTAMP = Number(import.meta.env.BUILD_TIME) * 1000;
