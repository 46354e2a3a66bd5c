# syntax=docker/dockerfile:1
# The site is built once, then one small image runs it as nobody special, with its data in one volume.

FROM node:24-bookworm-slim AS build
WORKDIR /app
ENV CI=1
COPY package.json package-lock.json .npmrc ./
COPY scripts ./scripts
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
ARG BUILD_ID
ARG SOURCE_DATE_EPOCH
RUN node scripts/prepare.mjs build

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The image brings Node itself, so the package of that name stays out; sharp and esbuild bring their programs as packages.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node node_modules/node-bin-*

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data OUT_DIR=/app/dist \
    MALLOC_ARENA_MAX=2
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY src/lib ./src/lib
COPY locales ./locales
# The demo plant, for whoever starts the image with this instead: node scripts/demo.ts
COPY scripts/demo.ts ./scripts/
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4321 1883
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 4321) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=16", "--no-allocation-site-pretenuring", "src/lib/server/process/start.mjs"]
