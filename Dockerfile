FROM python:3.13-slim-trixie

ENV PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    FONTE_HOME=/var/lib/fonte

# A user with an entry in passwd: the embedded PostgreSQL, where it is used, asks for one.
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/fonte --shell /usr/sbin/nologin fonte \
    && install -d -o fonte -g fonte -m 0700 /var/lib/fonte

WORKDIR /app

# By itself, so that a change in the code doesn't install the packages again.
COPY requirements/runtime.txt requirements/runtime.txt
RUN python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes --only-binary :all: \
    -r requirements/runtime.txt

COPY sql sql
COPY rag rag
COPY bot bot
COPY scripts scripts
RUN python -m compileall -q bot rag scripts

USER 10001:10001
VOLUME /var/lib/fonte
# /livez on ADMIN_PORT, and not /readyz: a new container would not bring a database or Telegram back.
HEALTHCHECK --interval=30s --timeout=10s --start-period=90s --retries=3 CMD ["python", "scripts/healthcheck.py"]
ENTRYPOINT ["sh", "scripts/entrypoint.sh"]
CMD ["python", "-m", "bot", "telegram"]
