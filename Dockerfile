# syntax=docker/dockerfile:1
# Plumbline in a container. compose.yaml runs it with Postgres; docs/operations.md explains both.

FROM node:22-bookworm-slim AS build
WORKDIR /build
# The root `prepare` script builds, so the sources come before `npm ci`.
COPY package.json package-lock.json .npmrc tsconfig.json tsconfig.build.json tsconfig.exports.json vite.config.ts ./
COPY scripts ./scripts
COPY migrations ./migrations
COPY pages ./pages
COPY src ./src
RUN npm ci
RUN npm prune --omit=dev --ignore-scripts

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/dist ./dist
COPY package.json LICENSE README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md STYLE.md ./
COPY migrations ./migrations
COPY pages ./pages
COPY sample ./sample
COPY src/web/parts/icons/LICENSE ./src/web/parts/icons/LICENSE
COPY docs ./docs
COPY bench/README.md bench/RESULTS.md ./bench/
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "dist/cli/main.js"]
CMD ["serve"]
