# syntax=docker/dockerfile:1
# docker build -t ringback . && docker run --rm -p 4010:4010 ringback

FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --no-audit --no-fund && npm pack --pack-destination /tmp && mv /tmp/ringback-*.tgz /tmp/ringback.tgz

FROM node:24-slim
ENV NODE_ENV=production
COPY --from=build /tmp/ringback.tgz /tmp/ringback.tgz
RUN npm install --global --omit=dev --no-audit --no-fund /tmp/ringback.tgz \
  && rm -rf /tmp/ringback.tgz /root/.npm \
  && install -d -o node -g node /data
USER node
WORKDIR /data
VOLUME /data
EXPOSE 4010
# RINGBACK_TOKEN protects the control API and the dashboard; without it, one is made and printed.
# RINGBACK_ALLOW_HOST names further hosts by which the emulator is reached, such as the name of its service in compose.
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 \
  CMD ["ringback", "ready", "--url", "http://127.0.0.1:4010"]
ENTRYPOINT ["ringback"]
CMD ["start", "--host", "0.0.0.0", "--port", "4010", "--store", "/data", "--make-token"]
